"""Names that could be mistaken for those of well-known packages: one letter off, swapped, or put together otherwise."""

from __future__ import annotations

import re
from functools import cache
from typing import Final

_SHORTEST: Final = 5
"""Characters of a name: shorter ones are near each other by chance."""
_WELL_KNOWN: Final = {
    "PyPI": """
        aiohttp alembic anyio asyncpg attrs awscli azure-core babel bcrypt beautifulsoup4 black bokeh boto3
        botocore cachetools celery certifi cffi charset-normalizer chardet click cloudpickle colorama
        coverage cryptography cython dask decorator django djangorestframework docker docutils dnspython
        elasticsearch fastapi fastavro filelock flask flask-cors flask-sqlalchemy gevent google-auth
        greenlet grpcio gunicorn httpcore httplib2 httptools httpx huggingface-hub hypothesis idna
        importlib-metadata iniconfig ipykernel ipython isodate itsdangerous jedi jinja2 jmespath joblib
        jsonschema jupyter keras kiwisolver kombu kubernetes langchain lightgbm loguru lxml mako markdown
        markupsafe marshmallow matplotlib mccabe mistune mock msgpack multidict mypy networkx nltk notebook
        numba numpy oauthlib openai opencv-python openpyxl orjson packaging pandas paramiko parso passlib
        pathspec peewee pendulum pexpect pillow pip pipenv platformdirs plotly pluggy poetry polars
        prettytable prometheus-client protobuf psutil psycopg psycopg-binary psycopg2
        psycopg2-binary pyarrow pyasn1 pycodestyle
        pycparser pycryptodome pydantic pydantic-core pyflakes pygments pyjwt pylint pymongo pymysql pynacl
        pyopenssl pyparsing pyserial pytest pytest-cov python-dateutil python-dotenv python-multipart pytz
        pywin32 pyyaml pyzmq redis regex requests requests-oauthlib rich rsa ruamel-yaml ruff s3transfer
        scikit-image scikit-learn scipy scrapy seaborn selenium sentry-sdk setuptools shapely simplejson six
        sniffio sortedcontainers soupsieve spacy sphinx sqlalchemy sqlparse starlette statsmodels streamlit
        sympy tabulate tenacity tensorflow termcolor tiktoken tokenizers toml tomli tomlkit toolz torch
        torchvision tornado tox tqdm traitlets transformers twine typer typing-extensions tzdata ujson
        urllib3 uvicorn uvloop virtualenv watchdog websocket-client websockets werkzeug wheel wrapt xgboost
        xmltodict yarl zipp
    """,
    "npm": """
        ajv angular ansi-styles async autoprefixer axios babel-core babel-loader bcrypt bluebird body-parser
        bootstrap browserify chai chalk cheerio chokidar classnames colors commander compression
        concurrently cookie-parser core-js cors cross-env cross-spawn css-loader date-fns dayjs debug dotenv
        ejs electron enzyme esbuild eslint event-stream express express-session fastify file-loader
        form-data formik fs-extra glob graphql gulp handlebars helmet http-proxy husky immer immutable
        inquirer ioredis jasmine jest jquery js-yaml jsdom jsonwebtoken karma knex koa lerna less-loader
        lint-staged lodash luxon marked minimist mocha moment mongodb mongoose morgan multer mysql mysql2
        nanoid next node-fetch node-sass nodemailer nodemon nuxt nyc passport playwright postcss prettier
        prop-types puppeteer query-string react react-dom react-redux react-router react-router-dom
        react-scripts redis redux redux-thunk request rimraf rollup rxjs sass-loader semver sequelize
        shelljs sinon socket.io socket.io-client source-map style-loader styled-components supertest svelte
        tailwindcss terser through2 ts-jest ts-loader ts-node typeorm typescript underscore url-loader uuid
        validator vite vitest vue vue-router vuex webpack webpack-cli webpack-dev-server winston yargs zod
        zustand
    """,
    "crates.io": """
        actix-web aho-corasick anyhow async-trait axum base64 bincode bitflags bumpalo bytes cfg-if chrono
        clap crossbeam crossbeam-channel crossbeam-utils crypto-common darling dashmap diesel digest either
        env_logger flate2 futures futures-util getrandom hashbrown heck hyper indexmap indicatif itertools
        itoa lazy_static libc log memchr mio nalgebra ndarray nom num-bigint num-traits num_cpus once_cell
        ordered-float parking_lot percent-encoding petgraph phf pin-project proc-macro2 proptest prost quote
        rand rand_core rayon regex regex-syntax reqwest rocket rusqlite rustls ryu semver serde serde_derive
        serde_json serde_yaml sha2 smallvec sqlx strum syn tempfile termcolor thiserror tinyvec tokio
        tokio-stream tokio-util toml tonic tower tracing tracing-subscriber typenum unicode-ident
        unicode-width url uuid walkdir wasm-bindgen winapi zeroize
    """,
    "Go": """
        github.com/BurntSushi/toml github.com/aws/aws-sdk-go github.com/davecgh/go-spew
        github.com/fatih/color github.com/gin-gonic/gin github.com/go-chi/chi github.com/go-redis/redis
        github.com/go-sql-driver/mysql github.com/gofiber/fiber github.com/gogo/protobuf
        github.com/golang-jwt/jwt github.com/golang/mock github.com/golang/protobuf github.com/google/go-cmp
        github.com/google/uuid github.com/gorilla/mux github.com/gorilla/websocket
        github.com/hashicorp/golang-lru github.com/jackc/pgx github.com/jmoiron/sqlx
        github.com/json-iterator/go github.com/labstack/echo github.com/lib/pq github.com/mattn/go-sqlite3
        github.com/pkg/errors github.com/prometheus/client_golang github.com/sirupsen/logrus
        github.com/spf13/cobra github.com/spf13/pflag github.com/spf13/viper github.com/stretchr/testify
        github.com/urfave/cli go.uber.org/zap golang.org/x/crypto golang.org/x/net golang.org/x/sync
        golang.org/x/sys golang.org/x/text golang.org/x/tools google.golang.org/grpc
        google.golang.org/protobuf gopkg.in/yaml.v2 gopkg.in/yaml.v3 gorm.io/gorm
    """,
    "Maven": """
        ch.qos.logback:logback-classic com.fasterxml.jackson.core:jackson-databind com.google.code.gson:gson
        com.google.guava:guava com.h2database:h2 com.squareup.okhttp3:okhttp commons-codec:commons-codec
        commons-io:commons-io io.netty:netty-all javax.servlet:javax.servlet-api junit:junit log4j:log4j
        mysql:mysql-connector-java org.apache.commons:commons-lang3 org.apache.httpcomponents:httpclient
        org.apache.logging.log4j:log4j-api org.apache.logging.log4j:log4j-core org.assertj:assertj-core
        org.hibernate:hibernate-core org.json:json org.junit.jupiter:junit-jupiter
        org.junit.jupiter:junit-jupiter-api org.mockito:mockito-core org.postgresql:postgresql
        org.projectlombok:lombok org.slf4j:slf4j-api org.slf4j:slf4j-simple
        org.springframework.boot:spring-boot-starter org.springframework:spring-core org.yaml:snakeyaml
    """,
}
_HARMLESS: Final = {
    "PyPI": "boto httpcore2 httpx2 ijson mypy-extensions psycopg pymssql tomli-w toml pyzmq redis-py torch websockets",
    "npm": "color globby preact redux-saga through",
    "crates.io": "rand_chacha tokio-rustls toml_edit",
    "Go": "",
    "Maven": "",
}
"""Well-established names that are near another one."""


def looks_like(ecosystem: str, name: str) -> str:
    """Return the well-known package whose name this one is nearly; empty if there is none, or if it is that one."""
    known, harmless = _known(ecosystem)
    if name in known or name in harmless or len(name) < _SHORTEST:
        return ""
    squeezed = _squeezed(name)
    for other in known:
        if len(other) >= _SHORTEST and (squeezed == _squeezed(other) or _is_near(name.lower(), other.lower())):
            return other
    return ""


@cache
def _known(ecosystem: str) -> tuple[frozenset[str], frozenset[str]]:
    return frozenset(_WELL_KNOWN[ecosystem].split()), frozenset(_HARMLESS[ecosystem].split())


_DRESS: Final = re.compile(r"^(?:python-|py-|node-|go-|rust-|lib)|(?:-python|-py|-js|\.js|-rs|-node)$")
_LETTERS: Final = str.maketrans({"0": "o", "1": "l", "-": None, "_": None, ".": None})


def _squeezed(name: str) -> str:
    """Return the name without separators, without a language's name around it, and with digits as letters."""
    return _DRESS.sub("", name.lower()).translate(_LETTERS)


def _is_near(name: str, other: str) -> bool:
    """Return whether one letter was added, left out, changed, or swapped with its neighbour."""
    if abs(len(name) - len(other)) > 1:
        return False
    start = next((i for i, (a, b) in enumerate(zip(name, other, strict=False)) if a != b), min(len(name), len(other)))
    a, b = name[start:], other[start:]
    return a[1:] == b or a == b[1:] or a[1:] == b[1:] or (a[:2] == b[1::-1] and a[2:] == b[2:])
