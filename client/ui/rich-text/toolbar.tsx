import { useEditorState, type Editor } from '@tiptap/react'
import type { ReactNode } from 'react'
import { richTextToolbar, type RichTextControl } from '#contract/rich-text.ts'
import { IconButton } from '../controls/icon-button.tsx'
import { controls } from './controls.ts'
import { LinkControl } from './link-control.tsx'
import { PictureControl, type PickPicture } from './picture-control.tsx'

const isLink = (control: RichTextControl): control is 'link' => control === 'link'

interface ToolbarProps {
  editor: Editor
  /** Of texts that may hold pictures: stands after the others. */
  pickPicture: PickPicture | undefined
  /** Of texts that may mention. */
  mention: ReactNode
}

/** The controls in their groups; Tab reaches each, the text keeps its selection. */
export const Toolbar = ({ editor, pickPicture, mention }: ToolbarProps) => {
  const active = useEditorState({
    editor,
    selector: ({ editor: current }) =>
      Object.entries(controls)
        .filter(([, { isOn }]) => isOn(current))
        .map(([name]) => name),
  })
  return (
    <div
      role="toolbar"
      aria-label="Formatting"
      className="flex flex-wrap gap-x-2 border-b border-line px-1 py-0.5"
    >
      {richTextToolbar.map((group) => (
        <span key={group[0].control} className="flex">
          {group.map(({ control, label }) =>
            isLink(control) ? (
              <LinkControl key={control} editor={editor} label={label} />
            ) : (
              <IconButton
                key={control}
                icon={controls[control].icon}
                label={label}
                aria-pressed={active.includes(control)}
                className="aria-pressed:bg-pressed aria-pressed:text-ink"
                onMouseDown={(event) => event.preventDefault()}
                onClick={() => controls[control].run(editor)}
              />
            ),
          )}
        </span>
      ))}
      {pickPicture && <PictureControl editor={editor} pick={pickPicture} />}
      {mention}
    </div>
  )
}
