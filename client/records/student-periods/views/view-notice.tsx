import { fieldsInWords } from '#client/platform/record/field-text.ts'
import { Button } from '#client/platform/ui/controls/button.tsx'
import { Banner } from '#client/platform/ui/states/banner.tsx'
import { everyone, type ListViews } from '../state/list-views.ts'
import type { ListState } from '../state/use-list-state.ts'

/** Renders a message if the view in the URL isn't found, or its filters no longer exist. */
export const ViewNotice = ({ views, state }: { views: ListViews; state: ListState }) => {
  const words = conditionText(views, state)
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

const conditionText = ({ open, state: found }: ListViews, { leftOut }: ListState) => {
  if (found === 'missing')
    return {
      title: 'View not found',
      text: 'It was deleted or isn’t shared. Ask the person who sent you the link to share it.',
    }
  if (found === 'unread') return { title: 'Couldn’t load this view', text: 'Reload the page in a moment.' }
  if (leftOut.length === 0) return null
  return {
    title:
      open.key === everyone
        ? 'Part of this link doesn’t work anymore'
        : `Part of the view “${open.name}” doesn’t work anymore`,
    text: `You can’t filter by ${fieldsInWords(leftOut)} this way anymore. The other filters still apply.`,
  }
}
