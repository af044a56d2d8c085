import { createContext, type FormEvent, type FormEventHandler, useEffect, useMemo, useState } from 'react'

type PictureWork = {
  begin: () => void
  /** `isRefused`: the picture cannot be used, and its field says why. */
  end: (isRefused: boolean) => void
}

/** Reports to the form that a picture is being reduced. */
export const PictureWorkContext = createContext<PictureWork>({ begin: () => {}, end: () => {} })

/**
 * Holds a form back while a picture in it is being made smaller. Submitted meanwhile, it is submitted by itself as soon
 * as the picture is ready, and not at all if the picture is refused.
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
    /** The value of `PictureWorkContext` around the fields. */
    work,
    isPreparing: pending > 0,
    /** Whether the form will be submitted as soon as the picture is ready. */
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
