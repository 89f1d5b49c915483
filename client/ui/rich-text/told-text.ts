import { getHTMLFromFragment, type Editor } from '@tiptap/core'
import { Fragment, type Node } from '@tiptap/pm/model'

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
  const write = (block: Node): string => {
    const html = written.get(block) ?? getHTMLFromFragment(Fragment.from(block), block.type.schema)
    written.set(block, html)
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
      if (known?.doc.eq(editor.state.doc)) return known.html
      return editor.isEmpty ? '' : editor.state.doc.children.map(write).join('')
    },
  }
}
export type ToldText = ReturnType<typeof createToldText>
