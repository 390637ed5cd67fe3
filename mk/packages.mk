# SPDX-License-Identifier: MIT
# Debian packages of the tracked files: build/packages/*.deb, and what lintian says of them.

packages: | setup-packages
	@tools/packages.sh build/packages
