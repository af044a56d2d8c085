import { useEffect, useMemo } from 'react'

export const usePreview = (file: File | null | undefined): string | undefined => {
  const address = useMemo(() => (file ? URL.createObjectURL(file) : undefined), [file])
  useEffect(() => () => void (address && URL.revokeObjectURL(address)), [address])
  return address
}
