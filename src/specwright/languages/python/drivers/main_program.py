"""Runs a file as Python's main program; runs inside the sandbox, standard library only.

As `python main.py` would, with these differences: the module `site` is not there, because it would add the machine's
own packages, and whoever walks up the stack from the program finds frames of ours.
"""

import _sitebuiltins
import builtins
import os
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    import signal as _signal
    from types import CodeType, TracebackType
    from typing import Any
else:
    import _signal

ModuleType = type(sys)


def have_usual_builtins() -> None:
    """Define what the module `site` does, and programs rely on."""
    vars(builtins).update(
        exit=_sitebuiltins.Quitter("exit", "Ctrl-D (i.e. EOF)"),
        quit=_sitebuiltins.Quitter("quit", "Ctrl-D (i.e. EOF)"),
        help=_sitebuiltins._Helper(),
    )


def run(name: str, arguments: "list[str]", text: bytes) -> int:
    """Run a file of the working directory, of which this is the text. Return the exit status."""
    path = os.path.join(os.getcwd(), name)
    main = ModuleType("__main__")
    vars(main).update(__builtins__=builtins, __file__=path, __cached__=None, __annotations__={})
    sys.modules["__main__"] = main
    sys.argv = [name, *arguments]
    try:
        exec(_compiled(text, path), vars(main))
    except SystemExit as error:
        return _status(error.code)
    except KeyboardInterrupt as error:
        _show(error)
        _signal.signal(_signal.SIGINT, _signal.SIG_DFL)
        os.kill(os.getpid(), _signal.SIGINT)
        return 128 + _signal.SIGINT
    except BaseException as error:
        _show(error)
        return 1
    return 0


def _compiled(text: bytes, path: str) -> "CodeType":
    code: CodeType = compile(text, path, "exec", dont_inherit=True)
    return code


def _status(code: "Any") -> int:
    if code is None:
        return 0
    if isinstance(code, int):
        return code & 0xFF
    try:
        sys.stderr.write("%s\n" % (code,))
    except BaseException:
        pass  # as Python does
    return 1


def _show(error: BaseException) -> None:
    """Show the error as Python does, without our own frames."""
    place: TracebackType | None = error.__traceback__
    while place is not None and place.tb_frame.f_code.co_filename == _compiled.__code__.co_filename:
        place = place.tb_next
    error.__traceback__ = place
    try:
        sys.excepthook(type(error), error, place)
    except BaseException:
        sys.__excepthook__(type(error), error, place)
