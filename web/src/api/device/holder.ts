import { deviceApi } from '#contract'
import { call } from '../call.ts'
import { sessionToken } from '../session.ts'
import { canSeal, importKey } from './seal.ts'
import { deviceStore, type Holder } from './store.ts'

/** Enough of the token to tell one session from another. */
const sessionName = (): string => sessionToken()?.slice(-12) ?? ''

/** The member whose session this device knows, when it is the session of this page. */
export const currentHolder = async (): Promise<Holder | undefined> => {
  const holder = await (await deviceStore()).get('holder', 'current')
  return holder && holder.session === sessionName() ? holder : undefined
}

/** Makes this device the member's: its key comes from the server, and what was shown to anyone else goes. */
export const takeDevice = async (account: string): Promise<Holder> => {
  const store = await deviceStore()
  const known = await currentHolder()
  if (known?.account === account) return known
  const session = sessionName()
  const key = canSeal() ? await importKey((await call(deviceApi.key)).key) : null
  const before = await store.get('holder', 'current')
  if (before?.account !== account) await store.clear('answers')
  const holder = { account, session, key }
  await store.put('holder', holder, 'current')
  return holder
}
