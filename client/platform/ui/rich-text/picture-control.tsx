import { NodeSelection } from '@tiptap/pm/state'
import { useEditorState, type Editor } from '@tiptap/react'
import { Image } from 'lucide-react'
import { IconButton } from '../controls/icon-button.tsx'

/** An image in a text: the URL of an upload, and its alt text. */
export interface PictureFacts {
  readonly src: string
  readonly alt: string
}

/** Lets the user choose an image, starting with the current one; null if they cancel. */
export type PickPicture = (present: PictureFacts | null) => Promise<PictureFacts | null>

/** Renders the control that inserts an image or replaces the selected one. */
export const PictureControl = ({ editor, pick }: { editor: Editor; pick: PickPicture }) => {
  const present = useEditorState({ editor, selector: ({ editor: current }) => selectedPicture(current) })
  const choose = async (): Promise<void> => {
    const picture = await pick(present)
    if (!picture || editor.isDestroyed) return
    const { from, to } = editor.state.selection
    editor
      .chain()
      .focus()
      // keeps selected words: the image is inserted after them
      .insertContentAt({ from: present ? from : to, to }, { type: 'picture', attrs: { ...picture } })
      .run()
  }
  return (
    <IconButton
      icon={Image}
      label={present ? 'Change image' : 'Image'}
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
