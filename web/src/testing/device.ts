import 'fake-indexeddb/auto'
import { deviceStore } from '../api/device/store.ts'
import { endSession } from '../api/session.ts'

/**
 * Empties the device and makes a member its holder, without a session token. Data is stored unencrypted, as on plain
 * http.
 */
export const holdDevice = async (): Promise<void> => {
  endSession()
  const store = await deviceStore()
  await Promise.all([store.clear('work'), store.clear('answers')])
  await store.put('holder', { account: 'me', session: '', key: null }, 'current')
}
