"""Python imports this file before the bot that `arbiter debug` starts.

SIGUSR1 stops the bot in pdb on the terminal, since its stdin is the match. With
ARBITER_PROFILE, SIGUSR1 starts cProfile instead, and SIGUSR2 writes its figures.
"""
import os
import signal
import sys

_here = os.path.dirname(os.path.abspath(__file__))


def _stop(signum, frame):
    import pdb

    with open("/dev/tty") as _:
        pass  # an error here names the terminal
    # What decodes the input is no place to stop at: the bot's own line is.
    library = ("codecs", "encodings", "encodings.utf_8", "io")
    debugger = pdb.Pdb(stdin=open("/dev/tty"), stdout=open("/dev/tty", "w"), skip=library, nosigint=True)
    debugger.prompt = "(Pdb) "
    while frame.f_back and (frame.f_code.co_filename.startswith("<frozen") or frame.f_globals.get("__name__") in library):
        frame = frame.f_back
    debugger.set_trace(frame)


def _profile(path):
    import cProfile
    import pstats

    profile = cProfile.Profile()
    ended = False

    def begin(signum, frame):
        open(path + ".on", "w").close()
        profile.enable()

    def end(signum, frame):
        nonlocal ended
        if ended:
            return  # it is signalled until it has written
        ended = True
        profile.disable()
        with open(path + ".part", "w") as out:
            pstats.Stats(profile, stream=out).sort_stats("cumulative").print_stats(30)
        os.rename(path + ".part", path)

    signal.signal(signal.SIGUSR1, begin)
    signal.signal(signal.SIGUSR2, end)


def _chain():
    """Import the sitecustomize that this one hides, if there is one."""
    sys.path[:] = [p for p in sys.path if os.path.abspath(p) != _here]
    ours = sys.modules.pop("sitecustomize")
    try:
        import sitecustomize  # noqa: F401
    except ImportError:
        sys.modules["sitecustomize"] = ours


if "ARBITER_PROFILE" in os.environ:
    _profile(os.environ["ARBITER_PROFILE"])
else:
    signal.signal(signal.SIGUSR1, _stop)
with open(os.environ["ARBITER_READY"] + ".part", "w") as _file:
    _file.write(str(os.getpid()))
os.rename(os.environ["ARBITER_READY"] + ".part", os.environ["ARBITER_READY"])
_chain()
