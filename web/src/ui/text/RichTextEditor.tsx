import { Input } from '@mantine/core'
import { RichTextEditor as Editor, Link } from '@mantine/tiptap'
import '@mantine/tiptap/styles.layer.css'
import { IconTypography } from '@tabler/icons-react'
import { useEditor } from '@tiptap/react'
import StarterKit from '@tiptap/starter-kit'
import { type ReactNode, useEffect, useEffectEvent, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { IconButton } from '../icons/IconButton.tsx'
import text from './RichText.module.css'
import classes from './RichTextEditor.module.css'

export type RichTextEditorProps = {
  label: string
  value: string
  onChange: (html: string) => void
  isRequired?: boolean
  dir?: 'ltr' | 'rtl'
  error?: ReactNode
  /** Hides the toolbar until the user opens it. */
  isPlain?: boolean
}

/** Adds a scheme: "example.org" alone would link to a page of this app. */
const withScheme = (address: string): string =>
  /^(https?:|mailto:|tel:)/i.test(address) ? address : `https://${address}`

const SafeLink = Link.extend({
  addCommands() {
    const commands = this.parent?.() ?? {}
    const { setLink } = commands
    return {
      ...commands,
      ...(setLink && { setLink: (link) => setLink({ ...link, href: withScheme(link.href) }) }),
    }
  },
})

/** The toolbar offers headings 1–3, lists, emphasis and links. Quotes and underlines of older texts are kept. */
const extensions = [
  StarterKit.configure({
    heading: { levels: [1, 2, 3] },
    link: false,
    code: false,
    codeBlock: false,
    horizontalRule: false,
    // Bullets are on the side where the text of the list begins.
    bulletList: { HTMLAttributes: { dir: 'auto' } },
    orderedList: { HTMLAttributes: { dir: 'auto' } },
  }),
  SafeLink.configure({ openOnClick: false, protocols: ['mailto', 'tel'] }),
]

export const RichTextEditor = ({
  label,
  value,
  onChange,
  isRequired,
  dir,
  error,
  isPlain = false,
}: RichTextEditorProps) => {
  const { t } = useTranslation()
  const id = useId()
  // A text that already has formatting shows the toolbar at once.
  const [hasTools, setHasTools] = useState(!isPlain || /<(?!\/?p\b|br)/.test(value))
  const changed = useEffectEvent((html: string) => onChange(html))
  const editor = useEditor({
    extensions,
    content: value,
    editorProps: {
      attributes: {
        id,
        role: 'textbox',
        'aria-multiline': 'true',
        ...(dir && { dir }),
        'aria-labelledby': `${id}-label`,
        class: `${text.text} ${classes.text}`,
      },
    },
  })
  useEffect(() => {
    const emit = () => changed(editor.isEmpty ? '' : editor.getHTML())
    editor.on('update', emit)
    return () => void editor.off('update', emit)
  }, [editor])

  return (
    <Input.Wrapper
      label={label}
      labelElement="div"
      withAsterisk={isRequired}
      labelProps={{ id: `${id}-label`, onClick: () => editor.commands.focus() }}
      error={error}
    >
      <Editor
        editor={editor}
        withTypographyStyles={false}
        withCodeHighlightStyles={false}
        labels={t('editor', { returnObjects: true })}
        classNames={{
          root: classes.root,
          toolbar: classes.toolbar,
          control: classes.control,
          content: classes.content,
          linkEditorExternalControl: classes.hidden,
        }}
      >
        {hasTools && (
          <Editor.Toolbar role="toolbar" aria-label={t('editor.toolbar')}>
            <Editor.ControlsGroup>
              <Editor.Bold />
              <Editor.Italic />
            </Editor.ControlsGroup>
            <Editor.ControlsGroup>
              <Editor.H1 />
              <Editor.H2 />
              <Editor.H3 />
            </Editor.ControlsGroup>
            <Editor.ControlsGroup>
              <Editor.BulletList />
              <Editor.OrderedList />
            </Editor.ControlsGroup>
            <Editor.ControlsGroup>
              <Editor.Link disableTooltips />
            </Editor.ControlsGroup>
          </Editor.Toolbar>
        )}
        <Editor.Content />
        {!hasTools && (
          <IconButton
            icon={IconTypography}
            label={t('editor.toolbar')}
            size={32}
            className={classes.format}
            onClick={() => {
              setHasTools(true)
              editor.commands.focus()
            }}
          />
        )}
      </Editor>
    </Input.Wrapper>
  )
}
