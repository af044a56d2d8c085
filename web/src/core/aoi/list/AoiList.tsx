import { type Ref, useCallback, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { AoiGroup, AoiSummary } from '#contract'
import { useNow } from '../../../ui/browser/now.ts'
import { GROUP_PX, GroupHeader } from '../../../ui/lists/GroupHeader.tsx'
import { ROW_PX } from '../../../ui/lists/Row.tsx'
import { VirtualList, type VirtualListHandle } from '../../../ui/lists/VirtualList.tsx'
import { toastProblem } from '../../../ui/overlays/toast.ts'
import { type AoiQuery, useShareDone } from '../data.ts'
import { rowTime } from '../period.ts'
import type { TypeLook } from '../type-look.ts'
import { AoiRow } from './AoiRow.tsx'
import type { Item } from './list-items.ts'
import { textSubject } from './listed-kind.ts'
import type { AoiPanelProps, Choice } from './panel-props.ts'
import { RowSkeleton } from './RowSkeleton.tsx'

type Props = {
  ref?: Ref<VirtualListHandle>
  listKey: string
  items: readonly Item[]
  kind: AoiPanelProps['kind']
  near: AoiQuery['near']
  sort: AoiQuery['sort']
  lookOf: (aoi: AoiSummary) => TypeLook | undefined
  editing: AoiPanelProps['editing']
  selected: string | undefined
  onSelect: (nonce: string) => void
  onOpenGroup?: (id: string) => void
  onSeen: (first: number, last: number) => void
  titleOf?: (group: AoiGroup) => string
  canMarkDone: boolean
  choice: Choice | undefined
  covered: { top: number; bottom: number }
}

const keyOf = ({ key }: Item) => key
const heightOf = ({ kind }: Item) => (kind === 'group' ? GROUP_PX : ROW_PX)
const asItIs = ({ title }: AoiGroup) => title

export const AoiList = (props: Props) => {
  const {
    ref,
    listKey,
    items,
    kind,
    lookOf,
    editing,
    selected,
    onSelect,
    onOpenGroup,
    onSeen,
    titleOf = asItIs,
    covered,
  } = props
  const { t } = useTranslation()
  const now = useNow()
  const done = useMarkDone()
  const { choice } = props
  const press = useCallback(
    (aoi: AoiSummary) => (choice ? choice.toggle(aoi) : onSelect(aoi.properties.nonce)),
    [choice, onSelect],
  )
  return (
    <VirtualList
      ref={ref}
      listKey={listKey}
      items={items}
      keyOf={keyOf}
      heightOf={heightOf}
      label={t(`panel.${textSubject(kind)}`)}
      revealed={selected}
      onSeen={onSeen}
      covered={covered}
      render={(item, tabIndex) => {
        if (item.kind === 'waiting') return <RowSkeleton />
        if (item.kind === 'group')
          return (
            <GroupHeader
              title={titleOf(item.group)}
              count={item.group.count}
              isOpen={item.isOpen}
              tabIndex={tabIndex}
              onPress={() => onOpenGroup?.(item.group._id)}
            />
          )
        return (
          <AoiRow
            aoi={item.aoi}
            look={lookOf(item.aoi)}
            time={rowTime(item.aoi, props.sort, now, t)}
            near={props.near}
            sort={props.sort}
            tabIndex={tabIndex}
            isSelected={item.aoi.properties.nonce === selected}
            isChecked={choice?.ids.has(item.aoi._id)}
            onPress={press}
            onEdit={editing?.mayEdit(item.aoi) && !choice ? editing.onEdit : undefined}
            onDone={props.canMarkDone && !choice ? done.mark : undefined}
            isBusy={done.busyId === item.aoi._id}
          />
        )
      }}
    />
  )
}

const useMarkDone = () => {
  const { mutate } = useShareDone()
  const [busyId, setBusyId] = useState<string>()
  const mark = useCallback(
    (aoi: AoiSummary) => {
      setBusyId(aoi._id)
      mutate(aoi, { onError: toastProblem, onSettled: () => setBusyId(undefined) })
    },
    [mutate],
  )
  return { mark, busyId }
}
