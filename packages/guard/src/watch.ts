/** Whether somebody will see the answer to the payment. */
export type Watch = 'watched' | 'unwatched'
