import { fieldsInWords } from '#client/common/field-words.ts'
import { Banner } from '#client/ui/banner.tsx'
import { Button } from '#client/ui/button.tsx'
import { everyone } from './list-views.ts'
import type { ListState } from './use-list-state.ts'
import type { ListViews } from './use-list-views.ts'

/** Why the list is not what its address says: the view is not there, or asks for what the list does not have. */
export const ViewNotice = ({ views, state }: { views: ListViews; state: ListState }) => {
  const words = wordsOf(views, state)
  if (!words) return null
  return (
    <div className="shrink-0 border-b border-line p-2">
      <Banner
        tone="warning"
        title={words.title}
        actions={
          <Button variant="ghost" size="sm" onClick={() => state.onView(everyone)}>
            All students
          </Button>
        }
      >
        {words.text}
      </Banner>
    </div>
  )
}

const wordsOf = ({ open, state: found }: ListViews, { leftOut }: ListState) => {
  if (found === 'missing')
    return {
      title: 'This view is not here',
      text: 'It was deleted, or its owner does not share it. Ask whoever sent the link to share the view.',
    }
  if (found === 'unread')
    return { title: 'This view could not be read', text: 'Nothing is lost. Load the page again in a moment.' }
  if (leftOut.length === 0) return null
  return {
    title:
      open.key === everyone ? 'A part of this link was left out' : `A part of “${open.name}” was left out`,
    text: `The list cannot be asked about ${fieldsInWords(leftOut)} in this way any more. Everything else of it holds.`,
  }
}
