/** Views that one person keeps (`work/views`). */
export const mostViews = 20

/** Characters of a view's search. */
export const viewSearchLimit = 2_000

export const nameIsTaken = 'You already have a view with this name.'
export const tooManyViews = `You have ${mostViews} views. Please delete one first.`
