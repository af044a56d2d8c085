import { Input, Select } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './PickList.module.css'

type Props = {
  label: string
  description?: string
  /** Placeholder of the field that adds an option. `none` replaces it when no option is left. */
  add: string
  none: string
  options: readonly { _id: string; name: string }[]
  selectedIds: readonly string[]
  onChange: (ids: string[]) => void
  error?: ReactNode
}

export const PickList = ({ label, description, add, none, options, selectedIds, onChange, error }: Props) => {
  const { t } = useTranslation()
  const left = options.filter(({ _id }) => !selectedIds.includes(_id))
  return (
    <Input.Wrapper label={label} description={description} labelElement="div">
      {selectedIds.length > 0 && (
        <ul className={classes.chosen} aria-label={label}>
          {options
            .filter(({ _id }) => selectedIds.includes(_id))
            .map(({ _id, name }) => (
              <li key={_id} className={classes.one}>
                <bdi className={classes.name} title={name}>
                  {name}
                </bdi>
                <button
                  type="button"
                  className={classes.remove}
                  aria-label={t('setting.takeOut', { name })}
                  title={t('setting.takeOut', { name })}
                  onClick={() => onChange(selectedIds.filter((id) => id !== _id))}
                >
                  <IconX size={14} stroke={2} aria-hidden />
                </button>
              </li>
            ))}
        </ul>
      )}
      <Select
        mt={6}
        aria-label={add}
        placeholder={left.length > 0 ? add : none}
        value={null}
        disabled={left.length === 0}
        searchable
        onChange={(id) => id && onChange([...selectedIds, id])}
        data={left.map(({ _id, name }) => ({ value: _id, label: name }))}
        error={error}
      />
    </Input.Wrapper>
  )
}
