import { IconX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { aoiApi } from '#contract'
import { call } from '../../../api/call.ts'
import { MapPopup } from '../../../map/MapPopup.tsx'
import { useNow } from '../../../ui/browser/now.ts'
import { ProblemText } from '../../../ui/feedback/ProblemText.tsx'
import { IconButton } from '../../../ui/icons/IconButton.tsx'
import type { AoiQuery } from '../data.ts'
import { aoiKeys } from '../keys.ts'
import { AoiRow } from '../list/AoiRow.tsx'
import { RowsSkeleton } from '../list/RowSkeleton.tsx'
import { rowTime } from '../period.ts'
import { useTypeLooks } from '../type-look.ts'
import classes from './SpotList.module.css'
import type { Spot } from './spot.ts'

type Props = {
  spot: Spot
  query: AoiQuery
  serviceIds: readonly string[]
  selected: string | undefined
  onSelect: (nonce: string) => void
  onClose: () => void
}

/** Number of AOIs listed, newest first; the panel lists them all. */
const MOST = 50

export const SpotList = ({ spot, query, serviceIds, selected, onSelect, onClose }: Props) => {
  const { t } = useTranslation()
  const looks = useTypeLooks(serviceIds)
  const now = useNow()
  const filter = { ...query, bbox: spot.bbox, limit: MOST, groups: 'false' }
  const { data, error, refetch } = useQuery({
    queryKey: aoiKeys.list('spot', filter),
    queryFn: ({ signal }) => call(aoiApi.filtered, { query: filter }, signal),
  })
  return (
    <MapPopup at={spot.at} onClose={onClose}>
      <section className={classes.spot} aria-label={t('events.spot', { count: spot.count })}>
        <header className={classes.header}>
          <h3 className={classes.title}>{t('events.spot', { count: spot.count })}</h3>
          <IconButton icon={IconX} label={t('word.close')} size={32} onClick={onClose} />
        </header>
        <div className={classes.rows}>
          {error && <ProblemText problem={error} onRetry={refetch} />}
          {!data && !error && <RowsSkeleton rows={2} />}
          {data?.total.map((aoi) => (
            <AoiRow
              key={aoi._id}
              aoi={aoi}
              look={looks.get(aoi.properties.publicAction?._id ?? '')}
              time={rowTime(aoi, undefined, now, t)}
              tabIndex={0}
              isSelected={aoi.properties.nonce === selected}
              onPress={() => onSelect(aoi.properties.nonce)}
            />
          ))}
        </div>
      </section>
    </MapPopup>
  )
}
