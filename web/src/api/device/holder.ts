import { sessionToken } from '../session.ts'
import { canSeal, importKey } from './seal.ts'
import { deviceStore, type Holder } from './store.ts'

const sessionName = (): string => sessionToken()?.slice(-12) ?? ''

export const currentHolder = async (): Promise<Holder | undefined> => {
  const holder = await (await deviceStore()).get('holder', 'current')
  return holder && holder.session === sessionName() ? holder : undefined
}

/** Makes the account the device's holder. `keyOf` gets the session's encryption key from the server. */
export const takeDevice = async (account: string, keyOf: () => Promise<{ key: string }>): Promise<Holder> => {
  const store = await deviceStore()
  const current = await currentHolder()
  if (current?.account === account) return current
  const session = sessionName()
  const key = canSeal() ? await importKey((await keyOf()).key) : null
  const before = await store.get('holder', 'current')
  if (before?.account !== account) await store.clear('answers')
  const holder = { account, session, key }
  await store.put('holder', holder, 'current')
  return holder
}
