# What the Docker and Podman sandboxes need for Rust: its compiler, and a C compiler to link with; Python, which runs
# our drivers; and the driver, compiled.
# With a registry:     specwright sandbox build --engine docker --lang rust --registry
# Without one:         specwright sandbox build --engine docker --lang rust     (made from this machine's own tools)
ARG BASE=rust:1.95-slim-bookworm
FROM ${BASE}
RUN apt-get update && apt-get install --yes --no-install-recommends python3 python3-pip gcc libc6-dev \
 && rm -rf /var/lib/apt/lists/*
COPY specwright /opt/specwright
RUN pip install --break-system-packages --quiet --target /opt/needed pydantic platformdirs \
 && PYTHONPATH=/opt:/opt/needed python3 -m specwright.adapters.toolchains rust /kit > /specwright.json \
 && rm -rf /opt/specwright /opt/needed /root/.cache
USER 65534:65534
