import 'fake-indexeddb/auto'
import { deviceStore } from '../api/device/store.ts'
import { endSession } from '../api/session.ts'

/** An empty device that a member without a session token holds, as on plain http: nothing is encrypted. */
export const holdDevice = async (): Promise<void> => {
  endSession()
  const store = await deviceStore()
  await Promise.all([store.clear('work'), store.clear('answers')])
  await store.put('holder', { account: 'me', session: '', key: null }, 'current')
}
