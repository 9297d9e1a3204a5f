"""Builds the wheel of arbiter_env.py and arbiter_rows.py, as PEP 517 asks.

An in-tree backend instead of setuptools, so that pip install needs no network.
"""

import base64
import hashlib
import os
import re
import tarfile
import zipfile

FILES = ["arbiter_env.py", "arbiter_rows.py"]
SOURCES = FILES + ["_build.py", "pyproject.toml"]


def _read(name):
    with open(name, "rb") as file:
        return file.read()


def _version():
    return re.search(r'^__version__ = "(.+?)"', _read("arbiter_env.py").decode(), re.MULTILINE)[1]


def _metadata():
    return f"Metadata-Version: 2.1\nName: arbiter-env\nVersion: {_version()}\nSummary: Drive Arbiter's matches from Python\nRequires-Python: >=3.8\n"


def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    """Write the wheel and return its file name."""
    info = f"arbiter_env-{_version()}.dist-info"
    content = {name: _read(name) for name in FILES}
    content[f"{info}/METADATA"] = _metadata().encode()
    content[f"{info}/WHEEL"] = b"Wheel-Version: 1.0\nGenerator: arbiter\nRoot-Is-Purelib: true\nTag: py3-none-any\n"
    record = ""
    for name, data in content.items():
        digest = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()
        record += f"{name},sha256={digest},{len(data)}\n"
    content[f"{info}/RECORD"] = (record + f"{info}/RECORD,,\n").encode()
    wheel = f"arbiter_env-{_version()}-py3-none-any.whl"
    with zipfile.ZipFile(os.path.join(wheel_directory, wheel), "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in content.items():
            archive.writestr(name, data)
    return wheel


def build_sdist(sdist_directory, config_settings=None):
    """Write the source archive and return its file name."""
    name = f"arbiter_env-{_version()}"
    with tarfile.open(os.path.join(sdist_directory, name + ".tar.gz"), "w:gz") as archive:
        for file in SOURCES:
            archive.add(file, f"{name}/{file}")
    return name + ".tar.gz"
