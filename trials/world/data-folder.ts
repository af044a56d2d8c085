import { join } from 'node:path'
import { isRunningIn, readPostmaster, stopPostmaster } from '../../server/src/platform/db/embedded-process.ts'
import { emptyFolder } from '../../tests/start/folders.ts'
import { type ResourceList, trialResources } from './resources.ts'

/**
 * A data folder for a server of the trial. `remove` also stops the database that a killed server left running in the
 * folder.
 */
export const dataFolder = (resources: ResourceList = trialResources) => {
  const folder = emptyFolder()
  const cluster = join(folder.path, 'postgres')
  const remove = async () => {
    const postmaster = readPostmaster(cluster)
    if (postmaster && isRunningIn(cluster, postmaster)) await stopPostmaster(cluster, postmaster)
    folder.remove()
  }
  return { path: folder.path, remove: resources.add(remove) }
}
