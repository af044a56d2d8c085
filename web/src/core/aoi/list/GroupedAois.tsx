import { useCallback, useMemo, useState } from 'react'
import { currentLanguage } from '../../../i18n/i18n.ts'
import { useAoiGroups } from '../data.ts'
import { AoiList } from './AoiList.tsx'
import classes from './AoiPanel.module.css'
import { EmptyList, ListProblem } from './ListParts.tsx'
import { groupItems, inOrder } from './list-items.ts'
import type { ListProps } from './panel-props.ts'
import { RowsSkeleton } from './RowSkeleton.tsx'
import { type GroupTab, useGroupTitle, useRowLook } from './row-look.ts'
import { useAoiRows } from './rows.ts'

const groupsIn = { creator: 'byUsers', type: 'byTypes', community: 'byCommunity' } as const
const filterBy = { creator: 'creator', type: 'eventType', community: 'community' } as const

export const GroupedAois = (props: ListProps & { by: GroupTab }) => {
  const { by } = props
  const { sort, order, near, ...filter } = props.query
  const lookOf = useRowLook(props)
  const titleOf = useGroupTitle(by, props)
  const { data, error, refetch, isPlaceholderData } = useAoiGroups(filter)
  const groups = useMemo(() => {
    const list = data?.[groupsIn[by]]
    return list && inOrder(list, titleOf, currentLanguage())
  }, [data, by, titleOf])

  const [selectedId, setSelectedId] = useState<string | null>()
  // Undefined opens the first group; null means that the user closed the open one.
  const selectedGroup = groups?.find(({ _id }) => _id === selectedId) ?? groups?.[0]
  const openId = selectedId === null ? undefined : selectedGroup?._id
  const query = { ...filter, sort, order, near, [filterBy[by]]: openId }
  const rows = useAoiRows(query, { enabled: openId !== undefined })
  const shown = rows.shown?.listKey === JSON.stringify(query) ? rows.shown.rows : undefined
  const items = useMemo(() => groupItems(groups ?? [], openId, shown), [groups, openId, shown])
  const firstRow = items.findIndex((item) => item.kind === 'group' && item.isOpen) + 1
  const { onSeen } = rows
  const seen = useCallback(
    (first: number, last: number) => onSeen(Math.max(0, first - firstRow), Math.max(0, last - firstRow)),
    [onSeen, firstRow],
  )

  // Key that remounts the list, scrolled to its top, when the filter changes but not when counts change.
  const filterKey = JSON.stringify(filter)
  const [listKey, setListKey] = useState(filterKey)
  if (!isPlaceholderData && listKey !== filterKey) setListKey(filterKey)

  const problem = error ?? rows.problem
  const retry = () => Promise.all([refetch(), rows.retry()])
  // A list that failed to load must not look empty.
  if (!groups || (problem && groups.length === 0))
    return problem ? <ListProblem problem={problem} onRetry={retry} /> : <RowsSkeleton />
  return (
    <div className={classes.rows} data-waiting={isPlaceholderData || undefined}>
      {problem && <ListProblem problem={problem} onRetry={retry} />}
      {groups.length === 0 ? (
        <EmptyList {...props} />
      ) : (
        <AoiList
          ref={props.list}
          listKey={listKey}
          items={items}
          lookOf={lookOf}
          kind={props.kind}
          near={near}
          sort={sort}
          editing={props.editing}
          selected={props.selected}
          onSelect={props.onSelect}
          onOpenGroup={(id) => setSelectedId(id === openId ? null : id)}
          onSeen={seen}
          titleOf={titleOf}
          canMarkDone={props.canMarkDone}
          choice={props.choice}
          covered={props.covered}
        />
      )}
    </div>
  )
}
