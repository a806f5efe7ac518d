# What the Docker and Podman sandboxes need for Python: an interpreter, and nothing else.
# With a registry:     docker build -t specwright-python:3.11 -f python.Dockerfile .
# Without one:         specwright sandbox build --engine docker     (made from this machine's own files)
FROM python:3.11-slim
RUN ln -sf /usr/local/bin/python3 /usr/bin/python3 && rm -rf /usr/local/lib/python3.11/site-packages/*
USER 65534:65534
