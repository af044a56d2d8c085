import { IconMapPinFilled, IconMinus, IconPlus, IconX, IconZoomReset } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { TransformComponent, TransformWrapper, useControls } from 'react-zoom-pan-pinch'
import type { LocalMap, PlanAoi, Region } from '#contract'
import { nameOf } from '../../i18n/names.ts'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { IconButton } from '../../ui/icons/IconButton.tsx'
import classes from './PlanView.module.css'

/** Inline styles, because the library's style sheet loads after ours. */
const fullSize = { inlineSize: '100%', blockSize: '100%' } as const
const filling = { ...fullSize, display: 'grid', placeItems: 'center' } as const

type Props = {
  localMap: LocalMap
  region: Region | undefined
  aois: readonly PlanAoi[]
  selected: string | undefined
  onSelect: (nonce: string) => void
  onClose: () => void
  actions?: ReactNode
}

export const PlanView = ({ localMap, region, aois, selected, onSelect, onClose, actions }: Props) => {
  const { t } = useTranslation()
  return (
    <div className={classes.view}>
      <header className={classes.header}>
        <div className={classes.titles}>
          <h2 className={classes.title} title={nameOf(localMap)}>
            <bdi>{nameOf(localMap)}</bdi>
          </h2>
          <p className={classes.meta}>
            {region && (
              <>
                <bdi>{nameOf(region)}</bdi> ·{' '}
              </>
            )}
            {t('region.placed', { count: aois.length })}
          </p>
        </div>
        {actions}
        <IconButton icon={IconX} label={t('region.closePlan')} onClick={onClose} />
      </header>
      {localMap.image ? (
        <div className={classes.frame} dir="ltr">
          <TransformWrapper minScale={0.5} maxScale={8} doubleClick={{ disabled: true }}>
            <Controls />
            <TransformComponent wrapperStyle={fullSize} contentStyle={filling}>
              <div className={classes.plan}>
                <img className={classes.image} src={localMap.image} alt={nameOf(localMap)} draggable={false} />
                {aois.map(({ _id, nonce, name, state, position: [x, y] }) => (
                  <button
                    key={_id}
                    type="button"
                    className={classes.mark}
                    data-state={state}
                    aria-label={`${name}, ${t(`aoi.state.${state}`)}`}
                    aria-pressed={nonce === selected}
                    title={name}
                    style={{ insetInlineStart: `${x * 100}%`, insetBlockStart: `${y * 100}%` }}
                    onClick={() => onSelect(nonce)}
                  >
                    <IconMapPinFilled size={30} aria-hidden />
                  </button>
                ))}
              </div>
            </TransformComponent>
          </TransformWrapper>
        </div>
      ) : (
        <EmptyState icon={IconMapPinFilled} text={t('region.noImage')} />
      )}
    </div>
  )
}

const Controls = () => {
  const { t } = useTranslation()
  const { zoomIn, zoomOut, resetTransform } = useControls()
  return (
    <div className={classes.controls}>
      <IconButton icon={IconPlus} label={t('map.zoomIn')} variant="default" onClick={() => zoomIn()} />
      <IconButton icon={IconMinus} label={t('map.zoomOut')} variant="default" onClick={() => zoomOut()} />
      <IconButton
        icon={IconZoomReset}
        label={t('region.resetZoom')}
        variant="default"
        onClick={() => resetTransform()}
      />
    </div>
  )
}
