import userEvent from '@testing-library/user-event'

/** Chooses the best match for a text in a combobox. */
export const chooseOption = async (combobox: HTMLElement, text: string): Promise<void> => {
  await userEvent.clear(combobox)
  if (text !== '') await userEvent.type(combobox, `${text}{Enter}`)
}
