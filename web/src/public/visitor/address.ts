import { useEffect, useState } from 'react'

/** Parameters of the URL: a public link's token, target and place, or a follow link's key. */
export type Address = { token: string | null; type: string | null; at: string | null; follow: string | null }

const read = (): Address => {
  const search = new URLSearchParams(location.search)
  return { token: search.get('token'), type: search.get('type'), at: search.get('at'), follow: search.get('follow') }
}

const listeners = new Set<() => void>()

/** Navigates without reloading the page, with an entry in the browser's history. */
export const goTo = (address: Partial<Address>): void => {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(address)) if (value) search.set(name, value)
  history.pushState(null, '', `/invite?${search}`)
  for (const update of listeners) update()
  scrollTo(0, 0)
}

export const addressOfPage = (address: Partial<Address>): string => {
  const search = new URLSearchParams(Object.entries(address).filter(([, value]) => value) as [string, string][])
  return `${location.origin}/invite?${search}`
}

export const useAddressBar = (): Address => {
  const [address, setAddress] = useState(read)
  useEffect(() => {
    const update = () => setAddress(read())
    listeners.add(update)
    addEventListener('popstate', update)
    return () => {
      listeners.delete(update)
      removeEventListener('popstate', update)
    }
  }, [])
  return address
}
