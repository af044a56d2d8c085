import { IconEye, IconEyeOff, IconPencil, IconTrash } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { LocalMap, Region } from '#contract'
import { nameOf } from '../../i18n/names.ts'
import { IconButton } from '../../ui/icons/IconButton.tsx'
import { OneLine } from '../../ui/text/OneLine.tsx'
import { useHiddenPlans } from './hidden-plans.ts'
import classes from './RegionsPanel.module.css'

type Props = {
  localMap: LocalMap
  region: Region | undefined
  onSelect: (region: Region | undefined) => void
  onOpen: () => void
  onEdit: (() => void) | undefined
  onDelete: (() => void) | undefined
}

export const LocalMapRow = ({ localMap, region, onSelect, onOpen, onEdit, onDelete }: Props) => {
  const { t } = useTranslation()
  const { isHidden, toggle } = useHiddenPlans()
  const hidden = isHidden(localMap._id)
  const name = nameOf(localMap)
  const { image } = localMap
  return (
    <li className={classes.row}>
      {image && <img className={classes.thumb} src={`${image}?size=thumb`} alt="" />}
      <button
        type="button"
        className={classes.press}
        onClick={() => {
          onSelect(region)
          onOpen()
        }}
      >
        <OneLine text={name} className={classes.name} />
        <span className={classes.meta}>{region ? nameOf(region) : t('region.noRegion')}</span>
      </button>
      <IconButton
        icon={hidden ? IconEyeOff : IconEye}
        label={t(hidden ? 'region.showPlan' : 'region.hidePlan', { name })}
        aria-pressed={!hidden}
        onClick={() => toggle(localMap._id)}
      />
      {onEdit && <IconButton icon={IconPencil} label={t('region.edit', { name })} onClick={onEdit} />}
      {onDelete && <IconButton icon={IconTrash} label={t('region.delete', { name })} onClick={onDelete} />}
    </li>
  )
}
