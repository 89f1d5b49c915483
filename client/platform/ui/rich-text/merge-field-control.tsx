import { useEditorState, type Editor } from '@tiptap/react'
import { Braces } from 'lucide-react'
import { useState, type FormEvent } from 'react'
import { Button } from '../controls/button.tsx'
import { Combobox, type ComboboxOption } from '../controls/combobox.tsx'
import { Field } from '../controls/field.tsx'
import { IconButton } from '../controls/icon-button.tsx'
import { TextInput } from '../controls/text-input.tsx'
import { Popover } from '../overlays/popover.tsx'
import { characterBefore, createMergeField, mergeFieldNode, textOfField } from './merge-field.ts'
import {
  findField,
  readField,
  writeField,
  type MergeFieldChoice,
  type WrittenField,
} from './merge-field-syntax.ts'

/** Keeps which field is open, and whether the list of fields is: by typing '{{' or by its button. */
export const useMergeFields = (fields: readonly MergeFieldChoice[] | undefined) => {
  const [opened, setOpened] = useState<number | null>(null)
  const [asked, setAsked] = useState<'typed' | 'pressed' | null>(null)
  const [extensions] = useState(() =>
    fields ? [createMergeField({ fields, onOpen: setOpened, onAsk: () => setAsked('typed') })] : [],
  )
  return { fields, extensions, opened, setOpened, asked, setAsked }
}

type ControlProps = Omit<ReturnType<typeof useMergeFields>, 'extensions'> & { editor: Editor }

/** Renders the control that inserts a merge field, and the popover of the field that is open. */
export const MergeFieldControl = ({ fields, editor, opened, setOpened, ...list }: ControlProps) =>
  fields && (
    <>
      <InsertControl {...{ fields, editor }} {...list} />
      {opened !== null && (
        <OpenedField key={opened} {...{ fields, editor }} at={opened} onClose={() => setOpened(null)} />
      )}
    </>
  )

type InsertProps = Pick<ControlProps, 'editor' | 'asked' | 'setAsked'> & {
  fields: readonly MergeFieldChoice[]
}

const InsertControl = ({ fields, editor, asked, setAsked }: InsertProps) => {
  const insert = (text: string): void => {
    const { from } = editor.state.selection
    const isTyped = asked === 'typed' && characterBefore(editor.state, from) === '{'
    setAsked(null)
    // at once: Tiptap's own focus waits for a frame, and what is typed until then would be lost
    editor.view.focus()
    editor
      .chain()
      .focus()
      .insertContentAt(
        { from: isTyped ? from - 1 : from, to: editor.state.selection.to },
        { type: mergeFieldNode, attrs: { text } },
      )
      .run()
  }
  const close = (): void => {
    // the brace that opened the list is typed after all
    if (asked === 'typed') editor.chain().focus().insertContent('{').run()
    setAsked(null)
  }
  return (
    <Popover
      label="Insert a merge field"
      className="w-80"
      align="end"
      open={asked !== null}
      onOpenChange={(isOpen) => (isOpen ? setAsked('pressed') : close())}
      trigger={<IconButton icon={Braces} label="Insert a merge field" />}
    >
      <div className="p-3">
        <FieldChoice
          fields={fields}
          value={null}
          onChange={(name) => name !== null && insert(writeField({ name, fallback: null }))}
          // someone who knows the name types the whole field
          onTyped={(typed) => asked === 'typed' && readField(`{{${typed}`) && insert(`{{${typed}`)}
        />
      </div>
    </Popover>
  )
}

interface FieldChoiceProps {
  fields: readonly MergeFieldChoice[]
  value: string | null
  onChange: (name: string | null) => void
  onTyped?: (text: string) => void
}

/** Returns the fields that match all typed words by label, group, name or example. */
const fieldsWith = (fields: readonly MergeFieldChoice[], typed: string): readonly MergeFieldChoice[] => {
  const words = typed.toLowerCase().split(/\s+/)
  return fields.filter(({ label, group, name, example }) => {
    const text = `${label} ${group} ${name} ${example}`.toLowerCase()
    return words.every((word) => text.includes(word))
  })
}

const optionOf = ({ name, label, group, example }: MergeFieldChoice): ComboboxOption<string> => ({
  value: name,
  label,
  detail: `${group} · ${example}`,
})

/** Renders the searchable list of merge fields with examples. */
const FieldChoice = ({ fields, value, onChange, onTyped }: FieldChoiceProps) => {
  const [typed, setTyped] = useState('')
  return (
    <Field label="Merge field">
      <Combobox
        options={fieldsWith(fields, typed).map(optionOf)}
        value={value}
        onChange={onChange}
        onSearch={(text) => {
          setTyped(text)
          onTyped?.(text)
        }}
        placeholder="Search merge fields"
        emptyText="No matching merge fields"
      />
    </Field>
  )
}

interface OpenedProps {
  fields: readonly MergeFieldChoice[]
  editor: Editor
  /** The field’s position in the text. */
  at: number
  onClose: () => void
}

/** Renders the popover of a field in the text: which one, its fallback, and its removal. */
const OpenedField = ({ fields, editor, at, onClose }: OpenedProps) => {
  const text = useEditorState({ editor, selector: ({ editor: current }) => textAt(current, at) })
  const chip = editor.view.nodeDOM(at)
  const field = text === null ? null : readField(text)
  if (!field || !(chip instanceof Element)) return null
  const replace = (next: WrittenField | null): void => {
    onClose()
    const chain = editor.chain().focus()
    if (next === null) chain.deleteRange({ from: at, to: at + 1 }).run()
    else
      chain
        .command(({ tr }) => Boolean(tr.setNodeAttribute(at, 'text', writeField(next))))
        .setTextSelection(at + 1)
        .run()
  }
  const leave = (): void => {
    onClose()
    editor.commands.focus()
  }
  return (
    <Popover
      label="Merge field"
      className="w-80"
      anchor={chip}
      open
      onOpenChange={(isOpen) => isOpen || leave()}
    >
      <FieldForm {...{ fields, field }} onApply={replace} />
    </Popover>
  )
}

const textAt = ({ state: { doc } }: Editor, at: number): string | null => {
  const node = at < doc.content.size ? doc.nodeAt(at) : null
  return node?.type.name === mergeFieldNode ? textOfField(node) : null
}

interface FieldFormProps {
  fields: readonly MergeFieldChoice[]
  field: WrittenField
  /** Gets the changed field, or null to remove it. */
  onApply: (field: WrittenField | null) => void
}

const FieldForm = ({ fields, field, onApply }: FieldFormProps) => {
  const [name, setName] = useState(field.name)
  const [fallback, setFallback] = useState(field.fallback ?? '')
  const known = findField(fields, name)
  const apply = (event: FormEvent): void => {
    event.preventDefault()
    // don't submit the form around the editor
    event.stopPropagation()
    onApply({ name, fallback })
  }
  return (
    <form className="flex flex-col gap-3 p-3" onSubmit={apply}>
      <Field label="If empty, use" hint={hintOf(name, known)}>
        <TextInput
          value={fallback}
          maxLength={100}
          autoComplete="off"
          onChange={(event) => setFallback(event.target.value)}
        />
      </Field>
      <FieldChoice fields={fields} value={known?.name ?? null} onChange={(next) => setName(next ?? name)} />
      <div className="flex justify-end gap-2">
        <Button size="sm" className="mr-auto" onClick={() => onApply(null)}>
          Remove
        </Button>
        <Button size="sm" variant="primary" type="submit">
          Apply
        </Button>
      </div>
    </form>
  )
}

const hintOf = (name: string, known: MergeFieldChoice | undefined): string => {
  if (!known) return `This email can’t contain “${name}”. Choose another merge field.`
  return known.canBeEmpty
    ? `Some students have no ${known.label}. Without a fallback, nothing appears there.`
    : `Every email has a value here, for example “${known.example}”.`
}
