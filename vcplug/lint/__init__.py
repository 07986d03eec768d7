"""Rules about jobs, the engine that asks them, fixes and reports. (`vcplug.lint` from Python is the function in api.py.)"""
