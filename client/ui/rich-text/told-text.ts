import type { Editor } from '@tiptap/core'
import type { Node } from '@tiptap/pm/model'

interface Told {
  readonly doc: Node
  readonly html: string
}

/**
 * What stands in an editor, as text of its form. The document that it was told is given back in the spelling that it
 * came in (the server's lists have no paragraphs, the editor's have): whoever takes back what they typed has changed
 * nothing. Each document is written once: a long one takes its time.
 */
export const createToldText = () => {
  const told = new WeakMap<Editor, Told>()
  const written = new WeakMap<Node, string>()
  const write = (editor: Editor): string => {
    const { doc } = editor.state
    const html = written.get(doc) ?? (editor.isEmpty ? '' : editor.getHTML())
    written.set(doc, html)
    return html
  }
  return {
    /** The editor holds this text now, and nobody has typed in it. */
    take: (editor: Editor, html: string): void => {
      told.set(editor, { doc: editor.state.doc, html })
    },
    isNew: (editor: Editor): boolean => !told.has(editor),
    /** The text; '' when there is nothing in it. */
    read: (editor: Editor): string => {
      const known = told.get(editor)
      return known?.doc.eq(editor.state.doc) ? known.html : write(editor)
    },
  }
}
export type ToldText = ReturnType<typeof createToldText>
