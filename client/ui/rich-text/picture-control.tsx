import { NodeSelection } from '@tiptap/pm/state'
import { useEditorState, type Editor } from '@tiptap/react'
import { Image } from 'lucide-react'
import { IconButton } from '../controls/icon-button.tsx'

/** A picture in a text: the address of an upload, and what it shows. */
export interface PictureFacts {
  readonly src: string
  readonly alt: string
}

/** Lets a person choose a picture, beginning with the one that is there; null where they leave without one. */
export type PickPicture = (present: PictureFacts | null) => Promise<PictureFacts | null>

/** Puts a picture into the text, or another in the place of the one that is selected. */
export const PictureControl = ({ editor, pick }: { editor: Editor; pick: PickPicture }) => {
  const present = useEditorState({ editor, selector: ({ editor: current }) => selectedPicture(current) })
  const choose = async (): Promise<void> => {
    const picture = await pick(present)
    if (!picture || editor.isDestroyed) return
    const { from, to } = editor.state.selection
    editor
      .chain()
      .focus()
      // selected words stay: a picture stands after them
      .insertContentAt({ from: present ? from : to, to }, { type: 'picture', attrs: { ...picture } })
      .run()
  }
  return (
    <IconButton
      icon={Image}
      label={present ? 'Change the picture' : 'Picture'}
      aria-pressed={present !== null}
      className="aria-pressed:bg-pressed aria-pressed:text-ink"
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => void choose()}
    />
  )
}

const selectedPicture = ({ state: { selection } }: Editor): PictureFacts | null => {
  if (!(selection instanceof NodeSelection) || selection.node.type.name !== 'picture') return null
  const { src, alt }: Readonly<Record<string, unknown>> = selection.node.attrs
  return typeof src === 'string' && typeof alt === 'string' ? { src, alt } : null
}
