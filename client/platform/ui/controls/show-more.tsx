import { Button } from './button.tsx'
import type { GrowingList } from '#client/platform/lib/growing-list.ts'

/** Renders the button below a paged list that loads more, if there are more. */
export const ShowMore = ({
  list,
}: {
  list: Pick<GrowingList<unknown>, 'hasMore' | 'isReadingMore' | 'readMore'>
}) =>
  list.hasMore && (
    <Button size="sm" busy={list.isReadingMore} onClick={list.readMore}>
      Show more
    </Button>
  )
