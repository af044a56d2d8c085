import { useEffect, useMemo } from 'react'

/** An object URL of a local file, revoked when no longer shown. */
export const usePreview = (file: File | null | undefined): string | undefined => {
  const address = useMemo(() => (file ? URL.createObjectURL(file) : undefined), [file])
  useEffect(() => () => void (address && URL.revokeObjectURL(address)), [address])
  return address
}
