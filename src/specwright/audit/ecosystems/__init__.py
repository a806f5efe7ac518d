"""The places that packages come from: what sources import, what manifests declare, what lock files fix."""
