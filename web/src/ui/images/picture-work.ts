import { createContext, type FormEvent, type FormEventHandler, useEffect, useMemo, useState } from 'react'

type PictureWork = {
  begin: () => void
  end: (isRefused: boolean) => void
}

export const PictureWorkContext = createContext<PictureWork>({ begin: () => {}, end: () => {} })

/**
 * Delays submitting a form while its picture is shrunk. The form is sent once the picture is ready, and not at all if
 * the picture is rejected.
 */
export const usePictureWork = () => {
  const [pending, setPending] = useState(0)
  const [held, setHeld] = useState<HTMLFormElement | null>(null)
  const work = useMemo<PictureWork>(
    () => ({
      begin: () => setPending((count) => count + 1),
      end: (isRefused) => {
        setPending((count) => count - 1)
        if (isRefused) setHeld(null)
      },
    }),
    [],
  )
  useEffect(() => {
    if (!held || pending > 0) return
    setHeld(null)
    held.requestSubmit()
  }, [held, pending])
  return {
    work,
    isPreparing: pending > 0,
    isHeld: held !== null,
    submitWhenReady:
      (submit: FormEventHandler<HTMLFormElement>): FormEventHandler<HTMLFormElement> =>
      (event: FormEvent<HTMLFormElement>) => {
        if (pending === 0) return submit(event)
        event.preventDefault()
        setHeld(event.currentTarget)
      },
  }
}
