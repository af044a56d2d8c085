import { Progress as Bar, Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { Import } from '#contract'
import { useCancelImport } from './data.ts'
import classes from './Import.module.css'

export const Progress = ({ one }: { one: Import }) => {
  const { t } = useTranslation()
  const cancel = useCancelImport()
  const { state, counts, rowCount, doneRows } = one
  const isUndoing = state === 'undoing'
  const written = counts.new + counts.changed
  const [done, all] = isUndoing ? [counts.undone + counts.kept, written] : [doneRows, rowCount]
  const text = t(isUndoing ? 'import.undoing' : 'import.running', { done, all })
  return (
    <div className={classes.part} role="status">
      <p>{text}</p>
      <Bar value={all > 0 ? (done / all) * 100 : 0} aria-label={text} />
      {!isUndoing && (
        <div className={classes.buttons}>
          <Button variant="default" loading={cancel.isPending} onClick={() => cancel.mutate(one._id)}>
            {t('import.cancel')}
          </Button>
        </div>
      )}
    </div>
  )
}
