@echo off
rem Starts Vierfeld. The first start installs it into a folder beside this file, from the wheels there,
rem without a network. Only if the wheels are for another system does pip fetch what Vierfeld needs,
rem and never Vierfeld itself.
setlocal
set "here=%~dp0"
set "installed=%here%installed-@VERSION@"
if exist "%installed%\ready" goto play
set "test=import sys, venv; sys.exit(sys.version_info < (@PYTHON@))"
py -3 -c "%test%" >nul 2>nul
if not errorlevel 1 (
    set "python=py -3"
    goto install
)
python -c "%test%" >nul 2>nul
if not errorlevel 1 (
    set "python=python"
    goto install
)
rem This text says what is missing, in every language.
start "" "%here%read-me.txt"
exit /b 1

:install
%python% -m venv --clear "%installed%" || goto failed
set install="%installed%\Scripts\python.exe" -m pip install -q --disable-pip-version-check --find-links "%here%wheels"
%install% --no-index "vierfeld==@VERSION@" 2>nul && goto ready
%install% -r "%here%wheels\requirements.txt" || goto failed
%install% --no-index "vierfeld==@VERSION@" || goto failed

:ready
type nul >"%installed%\ready"

:play
rem pythonw opens no console. Running the module works even if this folder was moved.
start "" "%installed%\Scripts\pythonw.exe" -m vierfeld %*
exit /b 0

:failed
pause
exit /b 1
