// JSON is imported as text, so that the build joins the texts of the first view in one file.
import base from './base.json?raw'
import workspace from './workspace.json?raw'

export default { base, workspace }
