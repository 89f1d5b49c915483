import { isAdmin, type Actor } from '#contract/platform/access.ts'

/** Returns whether the caller can change the text: the author or a product admin (api.md, Notes). */
export const mayChange = (
  caller: Pick<Actor, 'id' | 'permission'>,
  note: { readonly author_id: number | null },
): boolean => isAdmin(caller) || note.author_id === caller.id
