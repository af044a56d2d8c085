import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { twinApi } from '#contract'
import { call } from '../../api/call.ts'
import { onOutgoingRequests, outgoingRequests } from '../../api/device/unsent.ts'
import { AOI_REQUEST, type ArrivedAoi } from '../../core/aoi/outgoing.ts'
import { toast } from '../../ui/overlays/toast.ts'

const READ_MS = 10_000

/**
 * Once a report written offline has been sent, looks for a possible duplicate and names it in a toast. `onOpen` shows
 * the report's card, where both can be merged.
 */
export const useTwinNews = (onOpen: (nonce: string) => void): void => {
  const { t } = useTranslation()
  const compared = useRef(new Set<number>())
  useEffect(() => {
    const compare = async ({ id, number, nonce }: ArrivedAoi) => {
      const twins = await call(twinApi.ofAoi, { params: { id } })
      const twin = twins.find(({ isSuggested }) => isSuggested)
      if (!twin) return
      await toast({
        message: t('device.maybeSame', { number, name: twin.name }),
        timeoutMs: READ_MS,
        action: { label: t('device.show'), run: () => onOpen(nonce) },
      })
    }
    return onOutgoingRequests(() => {
      for (const { id, kind, state, known } of outgoingRequests()) {
        if (kind !== AOI_REQUEST || state !== 'confirmed' || compared.current.has(id)) continue
        compared.current.add(id)
        // The request fails for members who may not merge, so they see no offer.
        compare(known as ArrivedAoi).catch(() => {})
      }
    })
  }, [t, onOpen])
}
