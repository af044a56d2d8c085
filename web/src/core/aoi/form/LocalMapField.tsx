import { Button, Input, Select } from '@mantine/core'
import { IconMapPinFilled } from '@tabler/icons-react'
import { type KeyboardEvent, type MouseEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type LngLat, type LocalMap, pointOnPlan } from '#contract'
import { nameOf } from '../../../i18n/names.ts'
import classes from './LocalMapField.module.css'
import type { Values } from './values.ts'

type LocalMapPlaces = Values['localMaps']
type Position = LocalMapPlaces[number]['position']

type Props = {
  localMaps: readonly LocalMap[]
  placed: LocalMapPlaces
  plan?: string | undefined
  error: string | undefined
  onPlaced: (placed: LocalMapPlaces) => void
  onRegion: (id: string) => void
  onPoint: (at: LngLat) => void
}

const steps: Record<string, Position> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}
const STEP = 0.02

const clampFraction = (part: number): number => Number(Math.min(1, Math.max(0, part)).toFixed(4))

export const LocalMapField = ({ localMaps, placed, plan, error, onPlaced, onRegion, onPoint }: Props) => {
  const { t } = useTranslation()
  const [shownId, setShownId] = useState(placed[0]?.mapId ?? localMaps.find(({ _id }) => _id === plan)?._id ?? '')
  const shown = localMaps.find(({ _id }) => _id === shownId)
  const others = placed.filter(({ mapId }) => mapId !== shownId)
  const position = placed.find(({ mapId }) => mapId === shownId)?.position
  const put = ([x, y]: Position) => {
    const at: Position = [clampFraction(x), clampFraction(y)]
    onPlaced([...others, { mapId: shownId, position: at }])
    if (shown) onPoint(pointOnPlan(shown.position, at))
  }
  const choose = (id: string) => {
    setShownId(id)
    const region = localMaps.find(({ _id }) => _id === id)?.region
    if (region) onRegion(region)
  }
  const pressed = (event: MouseEvent) => {
    // A click by keyboard has no coordinates, so the mark stays or starts at the centre.
    if (event.detail === 0) return put(position ?? [0.5, 0.5])
    const { left, top, width, height } = event.currentTarget.getBoundingClientRect()
    put([(event.clientX - left) / width, (event.clientY - top) / height])
  }
  const moved = (event: KeyboardEvent) => {
    const step = steps[event.key]
    if (!step) return
    event.preventDefault()
    const [x, y] = position ?? [0.5, 0.5]
    put([x + step[0] * STEP, y + step[1] * STEP])
  }
  return (
    <div className={classes.field}>
      <Select
        label={t('eventForm.localMap')}
        placeholder={t('eventForm.localMapNone')}
        value={shownId || null}
        onChange={(id) => choose(id ?? '')}
        data={localMaps.map((plan) => ({ value: plan._id, label: nameOf(plan) }))}
        renderOption={({ option }) => (
          <span className={classes.option}>
            {option.label}
            {placed.some(({ mapId }) => mapId === option.value) && (
              <IconMapPinFilled size={16} className={classes.mark} aria-label={t('eventForm.localMapPlaced')} />
            )}
          </span>
        )}
      />
      {shown?.image && (
        <>
          <button
            type="button"
            className={classes.plan}
            // A plan is never mirrored: its origin is at the left in every language.
            dir="ltr"
            aria-label={t('eventForm.localMapPosition', { name: shown.name })}
            aria-invalid={error !== undefined}
            onClick={pressed}
            onKeyDown={moved}
          >
            <img src={shown.image} alt="" draggable={false} />
            {position && (
              <IconMapPinFilled
                size={28}
                className={classes.pin}
                style={{ insetInlineStart: `${position[0] * 100}%`, insetBlockStart: `${position[1] * 100}%` }}
                aria-hidden
              />
            )}
          </button>
          <div className={classes.told}>
            <span>{t(position ? 'eventForm.localMapMove' : 'eventForm.localMapPress')}</span>
            {position && (
              <Button variant="subtle" size="compact-xs" onClick={() => onPlaced(others)}>
                {t('eventForm.localMapClear')}
              </Button>
            )}
          </div>
        </>
      )}
      {shown && !shown.image && <p className={classes.told}>{t('eventForm.localMapNoImage')}</p>}
      {error && <Input.Error>{error}</Input.Error>}
    </div>
  )
}
