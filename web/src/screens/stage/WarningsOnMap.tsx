import { type ComponentProps, lazy, Suspense } from 'react'
import { useWarning, useWarnings } from '../../exchange/warning/data.ts'
import { withTexts } from '../../i18n/i18n.ts'
import { useLayerShown } from './use-layer-shown.ts'

const WarningLayer = lazy(
  withTexts(['warnings'], () =>
    import('../../exchange/warning/map/WarningLayer.tsx').then((file) => ({ default: file.WarningLayer })),
  ),
)

/** Loads the layer only if there are warnings. A selected warning is shown even if warnings are hidden. */
export const WarningsOnMap = (props: Omit<ComponentProps<typeof WarningLayer>, 'warnings'>) => {
  const [areShown] = useLayerShown('Warnings')
  const { data } = useWarnings()
  const selected = useWarning(props.selected)?._id
  const shown = data?.warnings.filter(({ _id, geometry }) => geometry && (areShown || _id === selected)) ?? []
  if (shown.length === 0) return null
  return (
    <Suspense>
      <WarningLayer {...props} warnings={shown} selected={selected} />
    </Suspense>
  )
}
