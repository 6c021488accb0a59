"""Fidelity: requests of the product must be valid for AWS, also where the emulator accepts more."""
