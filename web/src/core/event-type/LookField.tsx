import { ColorInput, Input, Popover } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FieldPair } from '../../ui/fields/FieldGroup.tsx'
import { symbols } from '../../ui/icons/all-symbols.ts'
import { SymbolSign } from '../../ui/icons/SymbolSign.tsx'
import { contrast } from '../../ui/theme/colour.ts'
import classes from './EventTypeForm.module.css'

/** Colours that are distinguishable on a map, and dark enough for a white symbol. */
const swatches = [
  '#c92a2a',
  '#a61e4d',
  '#862e9c',
  '#5f3dc4',
  '#364fc7',
  '#1864ab',
  '#0b7285',
  '#087f5b',
  '#2b8a3e',
  '#5c940d',
  '#b35900',
  '#495057',
]
/** Minimum contrast of graphics in WCAG. */
const ENOUGH = 3

type Props = {
  icon: string
  colour: string
  onIcon: (icon: string) => void
  onColour: (colour: string) => void
  error: ReactNode
}

export const LookField = ({ icon, colour, onIcon, onColour, error }: Props) => {
  const { t } = useTranslation()
  const [isOpen, setIsOpen] = useState(false)
  const isFaint = /^#[0-9a-f]{6}$/i.test(colour) && contrast(colour, '#ffffff') < ENOUGH
  return (
    <FieldPair>
      <Input.Wrapper label={t('eventType.icon')} labelElement="div">
        <Popover opened={isOpen} onChange={setIsOpen} width={300} position="bottom-start" trapFocus zIndex={400}>
          <Popover.Target>
            <button
              type="button"
              className={classes.icon}
              aria-label={t('eventType.chooseIcon')}
              aria-expanded={isOpen}
              onClick={() => setIsOpen(!isOpen)}
            >
              <SymbolSign icon={icon} colour={colour} />
              <span>{t('eventType.change')}</span>
            </button>
          </Popover.Target>
          <Popover.Dropdown className={classes.symbols} role="listbox" aria-label={t('eventType.icon')}>
            {Object.entries(symbols).map(([name, Shape]) => (
              <button
                key={name}
                type="button"
                role="option"
                aria-selected={name === icon}
                aria-label={name.replaceAll('-', ' ')}
                title={name.replaceAll('-', ' ')}
                className={classes.symbol}
                onClick={() => {
                  onIcon(name)
                  setIsOpen(false)
                }}
              >
                <Shape size={20} stroke={1.75} aria-hidden />
              </button>
            ))}
          </Popover.Dropdown>
        </Popover>
      </Input.Wrapper>
      <ColorInput
        label={t('eventType.colour')}
        value={colour}
        onChange={onColour}
        format="hex"
        dir="ltr"
        swatches={swatches}
        withEyeDropper={false}
        popoverProps={{ zIndex: 400 }}
        error={error ?? (isFaint && t('eventType.faint'))}
      />
    </FieldPair>
  )
}
