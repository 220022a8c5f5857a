@echo off
rem Starts Vierfeld. The first time it is installed into a folder beside this file, from the wheels
rem that lie there, without a network. Only if they were made for another system does pip fetch what
rem Vierfeld needs, and never Vierfeld itself.
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
rem What is missing stands there, in every language.
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
rem Without a console of its own, and wherever this folder was moved.
start "" "%installed%\Scripts\pythonw.exe" -m vierfeld %*
exit /b 0

:failed
pause
exit /b 1
