// As text, so that the first view of the workspace loads all of it in one file.
import base from './base.json?raw'
import workspace from './workspace.json?raw'

export default { base, workspace }
