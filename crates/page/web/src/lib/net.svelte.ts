/** Whether the server answers. */
export const net = $state({ gone: false });
