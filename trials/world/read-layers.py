"""Opens collections of OGC API Features in QGIS, and prints the names of their features as JSON."""

import json
import os
import sys

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from qgis.core import QgsApplication, QgsVectorLayer

service, token, page_size, profile, *collections = sys.argv[1:]
application = QgsApplication([], False, profile)
application.initQgis()
names = {}
for collection in collections:
    # As a person enters them: any username, and the token as the password.
    source = f"url='{service}' typename='{collection}' username='any' password='{token}' pageSize='{page_size}'"
    layer = QgsVectorLayer(source, collection, "OAPIF")
    if not layer.isValid():
        sys.exit(f"{collection}: {layer.error().message()}")
    names[collection] = [feature["name"] for feature in layer.getFeatures()]
print(json.dumps(names))
del layer
application.exitQgis()
