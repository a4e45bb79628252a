"""The classroom's server side: classes, pupils, questions and answers, and the sockets that carry them.

Everything lies in the database, nothing in a process; a bus tells the processes what has changed.
"""
