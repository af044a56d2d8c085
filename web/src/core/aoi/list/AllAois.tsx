import { useDeferredValue, useMemo } from 'react'
import { AoiList } from './AoiList.tsx'
import classes from './AoiPanel.module.css'
import { EmptyList, ListProblem } from './ListParts.tsx'
import { joined, rowItems } from './list-items.ts'
import type { ListProps } from './panel-props.ts'
import { RowsSkeleton } from './RowSkeleton.tsx'
import { useRowLook } from './row-look.ts'
import { useAoiRows } from './rows.ts'

export const AllAois = (props: ListProps) => {
  const { query } = props
  const { shown: latest, isPending, problem, onSeen, retry } = useAoiRows(query)
  // Deferred, so that React renders in small pieces and handles clicks in between, and only once if rows and types
  // arrive together.
  const shown = useDeferredValue(latest)
  const lookOf = useDeferredValue(useRowLook(props))
  const items = useMemo(() => joined((shown?.parts ?? []).map(rowItems)), [shown])
  // A list that failed to load must not look empty.
  if (!shown || (problem && shown.rows.length === 0))
    return problem ? <ListProblem problem={problem} onRetry={retry} /> : <RowsSkeleton />
  return (
    <div className={classes.rows} data-waiting={isPending || undefined}>
      {problem && <ListProblem problem={problem} onRetry={retry} />}
      {shown.rows.length === 0 ? (
        <EmptyList {...props} />
      ) : (
        <AoiList
          ref={props.list}
          listKey={shown.listKey}
          items={items}
          lookOf={lookOf}
          kind={props.kind}
          near={query.near}
          sort={query.sort}
          editing={props.editing}
          selected={props.selected}
          onSelect={props.onSelect}
          onSeen={onSeen}
          canMarkDone={props.canMarkDone}
          choice={props.choice}
          covered={props.covered}
        />
      )}
    </div>
  )
}
