@echo off
rem Starts Vierfeld. The first time it is installed into a folder beside this file, from the wheels
rem that lie there; what is not among them, because it was made for another system, pip fetches.
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
"%installed%\Scripts\python.exe" -m pip install -q --disable-pip-version-check --find-links "%here%wheels" "vierfeld==@VERSION@" || goto failed
type nul >"%installed%\ready"

:play
rem Without a console of its own, and wherever this folder was moved.
start "" "%installed%\Scripts\pythonw.exe" -m vierfeld %*
exit /b 0

:failed
pause
exit /b 1
