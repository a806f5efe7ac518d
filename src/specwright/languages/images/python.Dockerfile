# What the Docker and Podman sandboxes need for Python: an interpreter, and nothing else.
# With a registry:     specwright sandbox build --engine docker --registry
# Without one:         specwright sandbox build --engine docker     (made from this machine's own files)
ARG BASE=python:3.11-slim
FROM ${BASE}
RUN ln -sf /usr/local/bin/python3 /usr/bin/python3 && rm -rf /usr/local/lib/python3.11/site-packages/*
USER 65534:65534
