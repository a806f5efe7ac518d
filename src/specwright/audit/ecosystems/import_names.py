"""Modules of Python whose package has another name."""

from __future__ import annotations

from typing import Final

_LINES: Final = """
attr attrs
bs4 beautifulsoup4
Crypto pycryptodome pycrypto
Cryptodome pycryptodomex
cv2 opencv-python opencv-python-headless opencv-contrib-python
dateutil python-dateutil
docx python-docx
dotenv python-dotenv
fitz pymupdf
git gitpython
github pygithub
google.api googleapis-common-protos
google.appengine appengine-python-standard
google.cloud.exceptions google-cloud-core
google.cloud.sql cloud-sql-python-connector
google.longrunning googleapis-common-protos google-cloud-core
google.oauth2 google-auth
google.protobuf protobuf
google.rpc googleapis-common-protos grpcio-status
google.type googleapis-common-protos
googleapiclient google-api-python-client
grpc grpcio
grpc_tools grpcio-tools
jose python-jose
jwt pyjwt
kafka kafka-python
Levenshtein levenshtein python-levenshtein
ldap python-ldap
magic python-magic
markdown_it markdown-it-py
memcache python-memcached
mpl_toolkits matplotlib
MySQLdb mysqlclient
nacl pynacl
OpenGL pyopengl
OpenSSL pyopenssl
opentelemetry.baggage opentelemetry-api
opentelemetry.context opentelemetry-api
opentelemetry.metrics opentelemetry-api
opentelemetry.propagate opentelemetry-api
opentelemetry.trace opentelemetry-api
osgeo gdal
past future
PIL pillow pillow-simd
pkg_resources setuptools
pptx python-pptx
psycopg2 psycopg2 psycopg2-binary
pydantic_ai pydantic-ai pydantic-ai-slim
pylab matplotlib
pymysql pymysql
pythoncom pywin32
pytz pytz
rest_framework djangorestframework
ruamel ruamel.yaml
serial pyserial
setuptools setuptools
skimage scikit-image
sklearn scikit-learn
slugify python-slugify
socks pysocks
sounddevice sounddevice
tabulate tabulate
telegram python-telegram-bot
tlz toolz
typing_extensions typing-extensions
usb pyusb
websocket websocket-client
werkzeug werkzeug
wx wxpython
xdist pytest-xdist
yaml pyyaml
zmq pyzmq
zoneinfo tzdata
_pytest pytest
_cffi_backend cffi
_yaml pyyaml
umap umap-learn
faiss faiss-cpu faiss-gpu
lightgbm lightgbm
bson pymongo
gridfs pymongo
pymongo pymongo
discord discord.py
multipart python-multipart
sqlalchemy sqlalchemy
snappy python-snappy
gi pygobject
cairo pycairo
win32api pywin32
win32con pywin32
win32com pywin32
flask_sqlalchemy flask-sqlalchemy
engineio python-engineio
socketio python-socketio
tree_sitter tree-sitter
allpairspy allpairspy
nmap python-nmap
Xlib python-xlib
decouple python-decouple
consul python-consul
hcl2 python-hcl2
gitlab python-gitlab
jenkins python-jenkins
keystoneclient python-keystoneclient
stdnum python-stdnum
barcode python-barcode
speech_recognition speechrecognition
pyaudio pyaudio
pip pip
wheel wheel
"""
IMPORT_NAMES: Final = {words[0]: tuple(words[1:]) for line in _LINES.split("\n") if (words := line.split())}
"""By the module's name, the packages that have it."""
